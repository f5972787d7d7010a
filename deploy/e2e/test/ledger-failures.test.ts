import { afterAll } from '@jest/globals'
import './ledger-failures/shop-failures.js'
import './ledger-failures/spending-failures.js'
import { platform } from './ledger-failures/platform.js'

afterAll(() => platform?.close(), 60_000)
