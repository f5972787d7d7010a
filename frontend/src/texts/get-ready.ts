import { catalogue } from '../shared/texts/catalogue.js'

export const GET_READY = catalogue({
  title: 'Get ready',
  notNow: 'Not now',
  limits: 'Set what you never want to see',
  test: 'Test your sound and connection',
  everyTime: 'Show this every time',
  searching: 'While we search, your camera stays on for up to a minute. No one sees you yet.',
  goAs: '{go} as {name}',
  mute: 'Mute the microphone',
  unmute: 'Unmute the microphone',
  cameraOff: 'Turn the camera off',
  cameraOn: 'Turn the camera on',
  seenAs: 'Others see you as <strong>{name}</strong>',
})

export const GET_READY_BLUR = catalogue({
  blurred: '<strong>Video starts blurred.</strong> Video and sound stay off until you both choose to show yourselves.',
  notBlurred: '<strong>Not blurred.</strong> Video starts as soon as you join.',
  ownNotBlurred: '<strong>Not blurred.</strong> Video starts as soon as someone joins.',
})
