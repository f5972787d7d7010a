/** What opens a room. */
export interface RoomKey {
  roomId: string
  /** Null where the room asks for none. */
  passcode: string | null
}
