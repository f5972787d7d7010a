import { catalogue } from '../shared/texts/catalogue.js'

export const SHELL = catalogue({
  skip: 'Skip to content',
  unreachable: 'We can’t reach Kla. Check your connection, then try again.',
  ageNotRecorded: "We couldn't record your age. Reload the page to try again.",
  loggingIn: 'Logging you in…',
})

export const NAVIGATION = catalogue({
  label: 'Main',
  battle: 'Battle',
  shop: 'Shop',
  savedGifs: 'Saved GIFS',
  leaderboards: 'Leaderboards',
  news: 'News',
  terms: 'Terms',
  privacy: 'Privacy',
  settings: 'Settings of {name}',
  logIn: 'Login with Discord',
  logOut: 'Log Out',
  adultsOnly: 'Kla is for adults only. 18+',
})

export const AGE_GATE = catalogue({
  title: 'Adults Only (18+)',
  mustBe18: 'You must be at least 18 years old to use this site.',
  mustReport: 'If you meet someone who is under age, you must report them.',
  forbidden: 'Knowingly interacting with underage users is forbidden here, and may have legal consequences for you.',
  confirm: 'I am 18 or older',
  deny: 'I am under 18',
  denied: 'Until you are 18, do not use this site',
})

export const ERRORS = catalogue({
  broken: 'Unexpected Application Error!',
  brokenText: 'Something broke on this page. Reloading it usually helps.',
  reload: 'Reload the page',
  goHome: 'Go to the home page',
  loggedOutTitle: 'Logged out',
  loggedOut: 'You’ve been logged out.',
  loggedOutText: 'Your session has ended. Log in to come back to this screen.',
})
