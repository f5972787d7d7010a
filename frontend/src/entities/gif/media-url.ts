/** Where this origin serves a clip or its picture: nothing is loaded from elsewhere. */
export const mediaUrl = (address: string): string => `/media?u=${encodeURIComponent(address)}`

/** The same to pass on: whoever opens it meets this site, and no third party learns of it. */
export const mediaLink = (address: string, origin: string = window.location.origin): string => origin + mediaUrl(address)
