/** A text of at most so many characters, counted as people count them; one that is cut ends in '…'. */
export function truncated(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('').trimEnd()}…`
}
