export const basenameOf = (baseUri: string): string => new URL('.', baseUri).pathname.replace(/\/$/, '')

/** Requests the tab's path, ignoring the answer (platform specification, section 2). */
export const announceTab = (slug: string, token: string): void => {
  fetch(`/admin/${slug}`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
}
