import { catalogue } from '../shared/texts/catalogue.js'

export const DEVICES = catalogue({
  camera: 'Camera',
  microphone: 'Microphone',
  speaker: 'Speaker',
  blurBackground: 'Blur my background',
  echoCancellation: 'Echo cancellation',
  noiseSuppression: 'Noise suppression',
  chosenBySystem: 'Chosen by your system',
  waitingFor: 'Waiting for your {kind, select, camera {camera} other {microphone}}…',
  noneYet: 'No {kind, select, camera {camera} other {microphone}} yet',
  notOpened:
    "We couldn't open that {kind, select, camera {camera} microphone {microphone} other {speaker}}. You're still using the one before.",
  notPlayed: "We couldn't play the test sound.",
  stop: 'Stop',
  playTestSound: 'Play a test sound',
})

export const LEVEL = catalogue({
  label: 'Loudness of your microphone',
  noMicrophone: 'No microphone',
  cannotMeasure: 'This browser can’t measure your sound. Others still hear you.',
  saySomething: 'Say something',
  muted: 'Muted',
  silence: 'silence',
  quiet: 'quiet',
  speech: 'speech',
  tooLoud: 'too loud',
})

export const OWN_VIEW = catalogue({
  preparing: 'Preparing camera… waiting for permission prompt…',
  preview: 'Your video preview',
  cameraOff: 'Your camera is off.',
  turnCameraOn: 'Turn the camera on',
  appearsHere: 'Your video appears here. Only you see it.',
  opponentSeesBlack: 'Your opponent sees a black screen.',
  turnBothOn: 'Turn on camera and microphone',
})

export const LIGHT = catalogue({
  covered: 'Your video is black. Is the lens covered?',
  dark: 'Too dark: turn on a light in front of you.',
  backlit: 'The light is behind you. Turn around, or close the curtain.',
  good: 'The light is good.',
})

export const PROBLEM = catalogue({
  canStillJoin: '{title} You can still join.',
  withoutCamera: 'Without a camera, your opponent sees a black screen.',
  withoutMicrophone: 'Without a microphone, you can write in the chat.',
  turnOn: 'Turn the {kind, select, camera {camera} other {microphone}} on',
  tryAgain: 'Try the {kind, select, camera {camera} other {microphone}} again',
})

export const PROBLEM_TITLES = catalogue({
  denied: 'Your browser blocks your {kind, select, camera {camera} other {microphone}}.',
  missing: "We couldn't find a {kind, select, camera {camera} other {microphone}}.",
  busy: 'Your {kind, select, camera {camera} other {microphone}} is busy.',
  unplugged: 'Your {kind, select, camera {camera} other {microphone}} was disconnected.',
  returned: 'Your {kind, select, camera {camera} other {microphone}} is back.',
  unblurred: 'Your camera is off.',
  unsupported: "This browser can't use your {kind, select, camera {camera} other {microphone}} here.",
})

export const PROBLEM_TEXTS = catalogue({
  denied: 'You can allow it again:',
  missing:
    '{kind, select, camera {Plug one in, then turn it on. A switch or a cover can hide a built-in camera.} other {Plug one in: we use it automatically. A switch or a cover can hide a built-in microphone.}}',
  busy: '{kind, select, camera {Another program, perhaps a video call, may be using it. Close that program or choose another camera, then try again.} other {Another program may be using it. Close that program or choose another microphone, then try again.}}',
  unplugged:
    '{kind, select, camera {Plug it in again, then turn it on.} other {Plug it in again: we use it automatically.}}',
  returned: 'It stays off until you turn it on.',
  unblurred: "We couldn't load the blur, so we send no video without it. Try again, or turn the blur off.",
  unsupported: 'Use a current version of Firefox, Chrome, Edge or Safari, and an address that starts with https.',
})

export const PERMISSION_STEPS = catalogue({
  pageMenu: 'Press the page menu beside the address.',
  websiteSettings: 'Open “Website Settings” and allow camera and microphone.',
  symbol: 'Press the symbol left of the address.',
  permissions: 'Open “Permissions” and allow camera and microphone.',
  cameraSymbol: 'Press the camera symbol left of the address.',
  removeBlocked: 'Remove “Blocked” beside camera and microphone.',
  safariMenu: 'Open “Settings for This Website” in the Safari menu.',
  setToAllow: 'Set camera and microphone to “Allow”.',
  switchOn: 'Switch on camera and microphone.',
  comeBack: 'Come back and press the button below.',
})

export const RELAY = catalogue({
  how: 'We send a few bytes through our relay and back, the way your video would go.',
  logIn: 'Log in to try it.',
  trying: 'Trying our relay…',
  noAnswer: "Kla isn't answering. Check your connection, then try again.",
  tryIt: 'Try the connection',
  tryAgain: 'Try it again',
  missing: 'No relay',
  missingText: 'Video goes through a relay here, and there is none. Please tell support.',
  direct: 'Direct',
  directText: 'There is no relay here: players connect directly, and learn each other’s addresses.',
  unreachable: 'Not reachable',
  unreachableNeeded:
    "Your network doesn't let you reach our relay, so video won't come through. Try another network, or turn your VPN off.",
  unreachableText:
    "Your network doesn't let you reach our relay. Direct connections may still work. Another network is safer.",
  slow: 'Slow',
  slowText: "{roundTrip, number} ms there and back. It works, but you'll notice the delay.",
  good: 'Good',
  goodText: '{roundTrip, number} ms there and back. Video and sound come through in time.',
})
