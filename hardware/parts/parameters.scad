// The measures all printed parts share, in millimetres. Measure your own board and readers, and change them here.

pitch_mm = 45;     // from the centre of a cell to the centre of its neighbour
board_mm = 2;      // thickness of the printed board
edge_mm = 4;       // from the outermost corner of the outermost cells to the edge of the board

reader_x_mm = 37;  // a reader module, its long side across the cell
reader_y_mm = 26;
light_mm = 8;      // diameter of one light

gap_mm = 0.4;      // between two rings, so that 37 of them fit beside each other
wall_mm = 1.2;
skin_mm = 0.8;     // what lies over lights and readers: printed in white it diffuses, and it must stay thin
ring_mm = 14;      // height of a cell's ring: reader, its plug and the light
pad_mm = 64;       // side of the tap pad
pad_skin_mm = 1.6; // what is tapped on
slack_mm = 0.3;    // around whatever is put into a printed part

frame_mm = 5;      // thickness of the frame's outer wall
ledge_mm = 8;      // width of what the board rests on
base_mm = 4;       // room below the rings for cables
lip_mm = 2;        // how far the frame stands above the board
flange_mm = 9;     // where two segments are screwed together
screw_mm = 3.4;    // hole for an M3 screw

$fn = 48;

// A prism with six sides, a corner pointing up (to y).
module hexagon(radius, height) {
    rotate(30) cylinder(r = radius, h = height, $fn = 6);
}

// Four brackets that hold a reader lying on the plane z = 0, centred.
module reader_brackets(height = 3, arm = 5) {
    for (x = [-1, 1], y = [-1, 1]) scale([x, y, 1])
        translate([reader_x_mm / 2 + slack_mm - arm, reader_y_mm / 2 + slack_mm - arm, 0])
            difference() {
                cube([arm + wall_mm, arm + wall_mm, height]);
                translate([-1, -1, -1]) cube([arm + 1, arm + 1, height + 2]);
            }
}
