/** Asks again every so many milliseconds while the page is looked at, and at once when somebody comes back to it. */
export const whileLookedAt = (pollingInterval: number) => ({
  pollingInterval,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
})
