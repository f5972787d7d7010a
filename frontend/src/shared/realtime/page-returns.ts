/** Calls back when the network or the page returns: a connection may have died meanwhile. Returns how to stop. */
export function onPageReturn(returned: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') returned()
  }
  // The first showing of a page is no return.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) returned()
  }
  window.addEventListener('online', returned)
  window.addEventListener('pageshow', onPageShow)
  document.addEventListener('visibilitychange', onVisible)
  document.addEventListener('resume', returned)
  return () => {
    window.removeEventListener('online', returned)
    window.removeEventListener('pageshow', onPageShow)
    document.removeEventListener('visibilitychange', onVisible)
    document.removeEventListener('resume', returned)
  }
}
