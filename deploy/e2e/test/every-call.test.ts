import { afterAll } from '@jest/globals'
import './every-call/fuzz.js'
import './every-call/rpc-access.js'
import { platform } from './every-call/platform.js'

afterAll(() => platform?.close(), 60_000)
