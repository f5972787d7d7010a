/** Where this origin serves a clip or its picture: nothing is loaded from elsewhere. */
export const mediaUrl = (address: string): string => `/media?u=${encodeURIComponent(address)}`
