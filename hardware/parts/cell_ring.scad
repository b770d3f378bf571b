// One cell from below: a light-tight ring with a tube for the light and brackets for the reader. Print 37.
// Its skin lies on the print bed: print the first skin_mm in white, the rest in black.
include <parameters.scad>

cell_radius_mm = (pitch_mm - gap_mm) / sqrt(3);  // centre to corner
size_mm = [pitch_mm - gap_mm, 2 * cell_radius_mm, ring_mm];
echo(size_mm = size_mm);

cable_mm = [12, 5];  // the opening in each wall through which lights and cables pass
inner_radius_mm = cell_radius_mm - wall_mm / cos(30);
light_r_mm = light_mm / 2 + slack_mm;
light_y_mm = cell_radius_mm - (light_r_mm + wall_mm) / sin(60);  // the light sits in the upper corner

// The reader ends below the light's tube, and its corners stay inside the ring's slanting walls.
reader_corner_y_mm = inner_radius_mm - (reader_x_mm / 2 + slack_mm) * tan(30) - slack_mm;
reader_top_mm = min(light_y_mm - light_r_mm - wall_mm - slack_mm, reader_corner_y_mm);
reader_y_centre_mm = reader_top_mm - reader_y_mm / 2;

assert(reader_x_mm / 2 + slack_mm <= inner_radius_mm * cos(30)
    && reader_y_mm - reader_top_mm <= reader_corner_y_mm,
    "The reader does not fit into a cell beside the light: take a smaller module, a smaller light or a wider pitch");

difference() {
    union() {
        difference() {
            hexagon(cell_radius_mm, ring_mm);
            translate([0, 0, skin_mm]) hexagon(inner_radius_mm, ring_mm);
        }
        intersection() {
            hexagon(cell_radius_mm, ring_mm);
            union() {
                translate([0, light_y_mm, 0]) cylinder(r = light_r_mm + wall_mm, h = ring_mm - cable_mm[1]);
                translate([0, reader_y_centre_mm, skin_mm / 2]) reader_brackets();
            }
        }
    }
    translate([0, light_y_mm, skin_mm]) cylinder(r = light_r_mm, h = ring_mm);
    for (side = [0 : 5]) rotate(side * 60)
        translate([pitch_mm / 2 - 3 * wall_mm, -cable_mm[0] / 2, ring_mm - cable_mm[1]])
            cube([4 * wall_mm, cable_mm[0], cable_mm[1] + 1]);
}
