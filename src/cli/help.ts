// The text below the options in --help. docs/command.md has the long version.

export const EXIT_CODES = `Exit codes:
  0  nothing found: no clashes, apart, sound
  1  something found: clashes that --fail-on names, files that meet or are too near
  2  a wrong option or value, or a file that cannot be read or written
  3  nothing could be checked, or not all of it (--timeout); 130 after Ctrl-C,
     which ends --watch and abut worker with 0`;

export const FILES = `Files:
  STL, OBJ, PLY, OFF, glTF and GLB, Collada, 3MF, URDF, MJCF, IFC (needs
  web-ifc), STEP, IGES and BREP (need occt-import-js), ZIP archives of them; - is the standard
  input. Parts are STL solids, OBJ objects and groups, glTF nodes, 3MF and STEP parts,
  links, IFC elements; or the whole file. A folder stands for the models in it, without
  its subfolders. glTF, Collada, 3MF, STEP, IGES, URDF, MJCF and IFC define their unit.`;

export const PATTERNS = `Patterns:
  A part matches by its name, its file, its key (file/name), its IFC class or
  GlobalId; * stands for any characters, ? for one, \\ quotes the next one.
  A single pattern omits the part; 'part :: part' allows the two to meet.
  An allow file has one pattern or clash id per line; # and a blank begin the reason.`;

export const CLASH_EXAMPLES = `Examples:
  abut clash assembly.glb
  abut clash --between architecture.ifc pipes.ifc --clearance 50mm --ignore IfcFurniture
  abut clash parts/ --unit mm --tolerance 0.05 --touching report --limit 100
  abut clash assembly.glb --allow allowed.txt -o clashes.html
  abut clash model/ --watch --store .abut
  abut clash assembly.glb --baseline last.json --fail-on new --format junit,json -o reports/`;

export const COLLIDE_EXAMPLES = `Examples:
  abut collide gear.stl shaft.stl
  abut collide robot.urdf cell.glb --joints shoulder=1.57,elbow=-0.4 --json`;

export const DISTANCE_EXAMPLES = `Examples:
  abut distance gear.stl housing.stl --unit mm
  abut distance robot.urdf cell.glb --clearance 20mm || echo "too close"`;

export const ROBOT_EXAMPLES = `The path is a CSV file: names of joints in its first line, then a waypoint a line, in
radians and metres. Between waypoints all joints move in straight lines. No contact is
missed between them. Times count waypoints: 2.5 is half-way from the third to the fourth.

Examples:
  abut robot arm.urdf --path poses.csv --srdf arm.srdf
  abut robot arm.urdf --path poses.csv --obstacles cell.glb table.stl -o contact.html`;

export const SELF_EXAMPLES = `Examples:
  abut self cloth.ply
  abut self parts/ --json`;

export const INSPECT_EXAMPLES = `Examples:
  abut inspect scan.ply
  abut inspect parts/ --fail-on open,non-manifold`;

export const STATUS_EXAMPLES = `Examples:
  abut clash house.ifc --status
  abut status house.ifc --only new,active
  abut status set house.ifc 6e5a06ff --status approved --comment "sleeve is planned"`;

export const INIT_EXAMPLES = `Examples:
  abut init architecture.ifc pipes.ifc
  abut clash`;

export const WORKER_EXAMPLES = `Examples:
  abut worker redis://queue.example:6379 --store /mnt/abut --concurrency 8
  abut clash ship.glb --cluster redis://queue.example:6379 --store /mnt/abut`;
