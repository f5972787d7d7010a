import { afterAll } from '@jest/globals'
// Counts what moderation is sent, from nothing.
import './seats-and-reports/evidence.js'
import './seats-and-reports/seats.js'
import { platform } from './seats-and-reports/platform.js'

afterAll(() => platform?.close(), 60_000)
