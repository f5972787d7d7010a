/** Runs in the page: what the overlay leaves behind once somebody has said to be of age. */
export function confirmedAge(): void {
  // The first document of a frame is an empty one, which may keep nothing.
  if (location.protocol.startsWith('http')) localStorage.setItem('age-confirmed', 'true')
}
