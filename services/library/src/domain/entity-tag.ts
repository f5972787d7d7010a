/** Whether an If-None-Match header names a tag; compared weakly (RFC 9110, section 13.1.2). */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
