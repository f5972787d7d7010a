import { catalogue } from '../shared/texts/catalogue.js'

export const CONNECTION_ENDED = catalogue({
  takenOver: 'This room was opened in another window',
  takenOverText: 'You’re in it there. This window is no longer connected.',
  banned: 'This account is banned',
  bannedText: 'The battle is over. We let your opponent know that you left.',
  backToLobby: 'Back to the lobby',
})
