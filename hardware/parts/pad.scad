// The tap pad: a box open below, with brackets for its reader under its top. Print 1.
// Its top lies on the print bed. A piece is tapped in the middle.
include <parameters.scad>

size_mm = [pad_mm, pad_mm, ring_mm];
echo(size_mm = size_mm);

corner_mm = 6;
pad_wall_mm = 2 * wall_mm;

assert(max(reader_x_mm, reader_y_mm) + 2 * (slack_mm + wall_mm + pad_wall_mm) <= pad_mm,
    "The reader does not fit into the pad: make pad_mm bigger");

module rounded(side, height) {
    linear_extrude(height) offset(r = corner_mm) square(side - 2 * corner_mm, center = true);
}

difference() {
    rounded(pad_mm, ring_mm);
    translate([0, 0, pad_skin_mm]) rounded(pad_mm - 2 * pad_wall_mm, ring_mm);
    translate([-6, 0, ring_mm - 6]) cube([12, pad_mm, 7]);  // the cable leaves at the back
}
translate([0, 0, pad_skin_mm / 2]) reader_brackets();
