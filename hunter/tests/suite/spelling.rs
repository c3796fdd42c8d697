//! Names that are nearly another one, and names that are not.

use hunter::spelling::nearest;

#[test]
fn near_names_are_suggested_and_others_are_not() {
    let states = ["idle", "running", "waiting_for_ack"];
    assert_eq!(nearest("runing", &states), Some("running"));
    assert_eq!(nearest("Idle", &states), Some("idle"));
    assert_eq!(nearest("wating_for_akc", &states), Some("waiting_for_ack"));
    assert_eq!(nearest("stopped", &states), None);
    assert_eq!(nearest("a", &["b"]), None);
}
