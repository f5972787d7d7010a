/** The folder of the page's base address, without a trailing slash. */
export const basenameOf = (baseUri: string): string => new URL('.', baseUri).pathname.replace(/\/$/, '')

/** Requests the tab's own path (specification of the platform, section 2); the answer is ignored. */
export const announceTab = (slug: string, token: string): void => {
  fetch(`/admin/${slug}`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
}
