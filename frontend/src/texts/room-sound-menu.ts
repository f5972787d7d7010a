import { catalogue } from '../shared/texts/catalogue.js'

export const SOUND_MENU = catalogue({
  drum: 'Drum',
  opponentVolume: 'Opponent’s volume',
  percent: '{percent, number} %',
  percentSpoken: '{percent, number} percent',
  lessMotion: 'Less motion',
  ownVideo: 'My own video',
})
