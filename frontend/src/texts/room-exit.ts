import { catalogue } from '../shared/texts/catalogue.js'

export const PANIC_EXIT = catalogue({
  getOut: 'Get out',
  hint: 'Get out at once: Esc twice',
})

export const EXIT_PAGE = catalogue({
  title: "You've left.",
  tellingKla: "You're already out. We're still letting Kla know…",
  tellingKlaAbout: "You're already out. We're still letting Kla know so that you won't be matched with {name} again…",
  unseen: 'No one sees or hears you.',
  notBlocked: 'No one sees or hears you. You can block {name} in your settings.',
  blocked: "You won't be matched with {name} again.",
  backToLobby: 'Back to the lobby',
})
