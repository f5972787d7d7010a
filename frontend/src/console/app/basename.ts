/** Where the console lies: the folder of the page's base address, without a slash at its end. */
export const basenameOf = (baseUri: string): string => new URL('.', baseUri).pathname.replace(/\/$/, '')
