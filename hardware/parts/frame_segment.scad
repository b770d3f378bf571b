// One of the six sides of the frame: the board rests on its ledge, its flanges are screwed to its neighbours'.
// Print 6. The side runs along x; the middle of the board is at the origin.
include <parameters.scad>

under_mm = ring_mm + base_mm;
board_inradius_mm = pitch_mm * (3 * sqrt(3) / 2 + 1 / sqrt(3)) + edge_mm + slack_mm;
outer_mm = board_inradius_mm + frame_mm;
inner_mm = board_inradius_mm - ledge_mm - flange_mm;

size_mm = [outer_mm / cos(30), outer_mm - inner_mm, under_mm + board_mm + lip_mm];
echo(size_mm = size_mm);

flange_thick_mm = 4;
far_mm = 2 * outer_mm;

// What lies between two distances from the middle, over a sixth of the board.
module sixth(from, to, height) {
    slope = tan(30);
    linear_extrude(height)
        polygon([[-from * slope, from], [from * slope, from], [to * slope, to], [-to * slope, to]]);
}

module flange() {
    rotate(-30) translate([-flange_thick_mm, 0, 0]) cube([flange_thick_mm, far_mm, under_mm]);
}

module screw_holes() {
    middle_mm = (inner_mm + flange_mm / 2) / cos(30);
    for (z = [under_mm / 4, under_mm * 3 / 4])
        rotate(-30) translate([0, middle_mm, z]) rotate([0, 90, 0])
            cylinder(d = screw_mm, h = 4 * flange_thick_mm, center = true);
}

difference() {
    union() {
        sixth(board_inradius_mm, outer_mm, size_mm[2]);
        sixth(board_inradius_mm - ledge_mm, board_inradius_mm + frame_mm / 2, under_mm);
        intersection() {
            sixth(inner_mm, board_inradius_mm, under_mm);
            union() { flange(); mirror([1, 0, 0]) flange(); }
        }
    }
    screw_holes();
    mirror([1, 0, 0]) screw_holes();
}
