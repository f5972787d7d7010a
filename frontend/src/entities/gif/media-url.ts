/** Path on this origin that serves a clip or its still: nothing is loaded from third parties. */
export const mediaUrl = (address: string): string => `/media?u=${encodeURIComponent(address)}`

export const mediaLink = (address: string, origin: string = window.location.origin): string => origin + mediaUrl(address)
