/** Where signing in starts; afterwards the browser comes back to `backTo`, a path of this site with its query. */
export const loginPath = (backTo: string) => `/auth/discord?redirectBackTo=${encodeURIComponent(backTo)}`
