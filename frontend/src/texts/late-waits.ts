import { catalogue } from '../shared/texts/catalogue.js'

export const LATE_HELP = catalogue({
  yourOpponent: 'your opponent',
  otherPlayers: 'other players',
  open: 'What to try',
  checkConnection: 'Check my connection',
  newTab: ' (opens in a new tab)',
  sentence: '{title}.',
  network:
    'Often a VPN, a firewall, or a company or school network is in the way, on your side or {name}’s. Check your connection: if it can’t reach our relay, it’s your network.',
  yoursOrBusy: 'If other sites don’t load either, it’s your connection. If they do, Kla may be busy.',
  chatOrBusy: 'If your chat messages don’t go out either, it’s your connection. If they do, Kla may be busy.',
})

export const LATE_STEPS = catalogue({
  turnOffVpn: 'Turn off your VPN, and extensions for this site.',
  otherNetwork: 'Try mobile data or another network.',
  leaveForAnother: 'Or leave the room and look for someone else.',
  reloadLast: 'Then reload the page.',
  turnOffPrivacy: 'Turn off privacy extensions for this site, then reload the page.',
  currentBrowser: 'Or use a current version of Chrome, Edge, Firefox or Safari.',
  answerBrowser: 'Answer the browser’s question.',
  closePrograms: 'Close other programs that use the camera.',
  reloadKeepsSeatLast: 'Then reload the page. We keep your seat.',
  wait: 'Wait a moment. This page keeps trying.',
  reload: 'Reload the page.',
  reloadKeepsSeat: 'Reload the page. We keep your seat.',
  leave: 'Or leave the room.',
  waitForEnd: 'Wait a moment. The battle will end automatically.',
  nextRound: 'Wait for the next round. You’ll be dealt new GIFs.',
  orReloadKeepsSeat: 'Or reload the page. We keep your seat.',
  keepTab: 'Keep this tab open. It keeps trying.',
  checkNetwork: 'Check your Wi-Fi or mobile data, or try another network.',
  blockLater: 'If you have to close it, block {name} in your settings later.',
})

export const LATE_PICTURE = catalogue({
  short: 'This is taking longer than usual.',
  title: 'The video isn’t coming through',
  what: 'Video and sound travel between your browsers or through our relay, and neither works right now. The chat and the battle continue.',
})

export const LATE_INTERRUPTED = catalogue({
  short: 'It isn’t back yet.',
  title: 'The video is still gone',
  what: 'The video connection closed. We’re trying another one. The chat and the battle continue.',
})

export const NO_WEBRTC = catalogue({
  short: 'This browser can’t show other players.',
  title: 'This browser can’t show other players',
  what: 'Video and sound need WebRTC. This browser doesn’t have it, or something turned it off. You won’t see or hear {name}, and they won’t see or hear you. The chat still works.',
  tell: 'A privacy setting, an extension or a company policy can turn WebRTC off, and Tor Browser doesn’t have it. If Kla works in another browser, it’s this one.',
})

export const LATE_CAMERA = catalogue({
  short: 'Your browser hasn’t answered yet.',
  title: 'Your camera hasn’t started',
  what: 'Your browser has to allow the camera and microphone, and it hasn’t answered. You can play meanwhile, but your opponent sees a black screen.',
  tell: 'Look for its question near the address bar. If there isn’t one, another program may be using the camera.',
})

export const LATE_ENTRY = catalogue({
  short: 'Kla hasn’t answered yet.',
  title: 'You’re not in the room yet',
  what: 'Kla has your request but hasn’t sent the room.',
})

export const LATE_DECISION = catalogue({
  short: 'The room hasn’t decided yet.',
  title: '{name} isn’t back',
  what: '{name} didn’t come back in time, and the room hasn’t decided what happens next.',
})

export const LATE_ROUND = catalogue({
  short: 'The battle is late. We’re still here.',
  title: 'The battle isn’t moving on',
  what: 'The time is up, but Kla hasn’t said what comes next. The battle goes on as soon as it does.',
})

export const LATE_WATCHED = catalogue({
  short: 'This is taking longer than usual.',
  title: 'The video isn’t coming through',
  what: 'You’re not getting {name}’s video or sound. The battle goes on.',
  tell: 'Often a VPN, a firewall, or a company or school network is in the way. If only {name}’s video is missing, it’s their connection. If both are, it’s yours.',
})

export const LATE_CARDS = catalogue({
  short: 'They haven’t arrived yet.',
  title: 'Your GIFs haven’t arrived',
  what: 'The round goes on without them. If you don’t pick in time, we pick for you.',
})

export const LATE_TELLING = catalogue({
  short: 'Kla hasn’t answered yet.',
  title: 'Kla doesn’t know yet that you left',
  what: 'No one sees or hears you, but {name} isn’t blocked yet.',
})

export const LATE_LOBBY = catalogue({
  short: 'The room list hasn’t loaded yet.',
  title: 'The room list hasn’t loaded',
  what: 'You’re connected to Kla, but it hasn’t sent the rooms.',
  tell: 'If other pages of Kla work, only the lobby is busy.',
})
