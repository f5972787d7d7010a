/**
 * The page on which a room is watched. A judge's pass goes in the fragment, which browsers send to nobody: it is in no
 * log of ours or of a proxy.
 */
export function watchUrl(publicOrigin: string, roomId: string, pass?: string): string {
  const url = new URL('/watch', publicOrigin)
  url.searchParams.set('room', roomId)
  if (pass !== undefined) url.hash = `pass=${encodeURIComponent(pass)}`
  return url.href
}
