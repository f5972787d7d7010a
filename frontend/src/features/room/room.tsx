/** The room that this player is in. */
export function Room() {
  return null
}
