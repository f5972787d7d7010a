import { catalogue } from '../shared/texts/catalogue.js'

export const ROUND = catalogue({ shown: '<word>Round</word><number>{round, number}</number>' })

export const OTHER_PANE = catalogue({
  label: 'Opponent',
  freeCorner: 'Free corner',
  readyToBeSeen: 'Ready to be seen',
  video: '{name}’s video',
  connecting: 'Connecting you with {name}…',
  interrupted: 'Video interrupted. Reconnecting…',
  noCamera: '{name} has no camera.',
  cameraOff: '{name} has turned the camera off.',
  waiting: 'Waiting for an opponent.',
  notHere: "Your opponent isn't here.",
  left: '{name} has left.',
  didNotCome: "{name} didn't come.",
})

export const OWN_PANE = catalogue({
  you: 'You',
  onlyYou: 'Only you see this',
  mutedBySystem: 'Muted by your system',
  preparing: 'Preparing camera… waiting for permission prompt…',
  cameraBack: 'Your camera is back.',
  cameraBackShort: 'Camera back',
  noCamera: 'No camera. Your opponent sees black.',
  turnCameraOn: 'Turn the camera on',
  hidden: 'Your own video is hidden from you. Your opponent sees it.',
  hiddenUnseen: 'Your own video is hidden from you.',
  show: 'Show it',
  video: 'Your video',
  cameraOff: 'Your camera is off.',
})

export const PANE_NOTES = catalogue({
  noCamera: 'No camera',
  cameraOff: 'Camera off',
  noMicrophone: 'No microphone',
  muted: 'Muted',
  ready: 'Ready',
})
