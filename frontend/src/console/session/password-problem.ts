/** What keeps a new password from being sent; null for nothing. The server has more to say of it. */
export function passwordProblem(current: string, password: string, repeated: string): string | null {
  if (password === '') return 'Enter a new password.'
  if (password === current) return 'The new password is the old one.'
  if (password !== repeated) return 'The two are not the same.'
  return null
}
