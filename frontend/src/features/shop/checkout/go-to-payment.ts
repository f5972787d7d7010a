const FAILED = 'Stripe redirection failed.'

type Go = (url: string) => void
const browserGo: Go = (url) => window.location.assign(url)

/** Sends the browser to the page to pay on. Answers what went wrong, or null when it is on its way. */
export const goToPayment = (url: string, go: Go = browserGo): string | null => {
  // Nothing but a web address is a page to pay on.
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return FAILED
  try {
    go(url)
    return null
  } catch (error) {
    return (error as Partial<Error> | null)?.message || FAILED
  }
}
