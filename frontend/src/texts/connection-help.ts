import { catalogue } from '../shared/texts/catalogue.js'

export const CONNECTION_HELP = catalogue({
  checkAgain: 'Check again',
})

export const NO_WEBSOCKET = catalogue({
  title: "This browser can't open live connections.",
  tell: "It doesn't support WebSocket, or an extension turned it off.",
  steps: 'Update your browser, turn off its extensions for this site, or try another browser.',
})

export const OFFLINE = catalogue({
  title: "You're offline.",
  tell: 'Your device has no internet connection.',
  steps: 'Check your Wi-Fi or mobile data. This page reconnects automatically.',
})

export const UNREACHABLE = catalogue({
  title: "Kla isn't responding.",
  tell: "If other sites don't load either, it's your connection. If they do, Kla may be down for a moment.",
  steps: 'Check your connection. This page keeps trying.',
})

export const WEBSOCKET_BLOCKED = catalogue({
  title: 'Something is blocking the live connection to Kla.',
  tell: 'Kla’s pages load, but its live connection (WebSocket) doesn’t open. Often a company or school network, a VPN, an antivirus program or a browser extension blocks it.',
  steps:
    "Try mobile data or another network, and turn off your VPN and extensions for this site. Your network's administrator can allow wss://{host}/realtime. This page keeps trying.",
})
