import { catalogue } from '../shared/texts/catalogue.js'

export const SHORTCUTS = catalogue({
  pick: '<kbd>1</kbd>–<kbd>{cards, number}</kbd> pick',
  wildCard: '<kbd>W</kbd> Wild Card',
  back: '<kbd>Esc</kbd> back',
  show: '<kbd>S</kbd> show myself',
  blur: '<kbd>B</kbd> blur both',
  microphone: '<kbd>M</kbd> microphone',
  camera: '<kbd>V</kbd> camera',
  chat: '<kbd>Enter</kbd> chat',
})
