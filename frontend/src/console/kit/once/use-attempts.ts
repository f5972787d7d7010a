import { useState } from 'react'
import { createAttempts } from './attempts.js'

/** UUIDs for what a form sends, for as long as the form is there. */
export const useAttempts = () => useState(() => createAttempts(() => crypto.randomUUID()))[0]
