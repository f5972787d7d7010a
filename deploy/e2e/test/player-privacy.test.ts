import { afterAll } from '@jest/globals'
import './player-privacy/safety.js'
import './player-privacy/player-names.js'
import { platform } from './player-privacy/platform.js'

afterAll(() => platform?.close(), 60_000)
