/** Where the console lies: the folder of the page's base address, without a slash at its end. */
export const basenameOf = (baseUri: string): string => new URL('.', baseUri).pathname.replace(/\/$/, '')

/** Tells the server that a tab was opened (specification of the platform, section 2); whether it hears matters to nobody. */
export const announceTab = (slug: string, token: string): void => {
  fetch(`/admin/${slug}`, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
}
