/** Same origin: nothing loads from third parties. */
export const mediaUrl = (address: string): string => `/media?u=${encodeURIComponent(address)}`

export const mediaLink = (address: string, origin: string = window.location.origin): string =>
  origin + mediaUrl(address)
