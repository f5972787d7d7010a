import { createAction } from '@reduxjs/toolkit'

/** The server takes what this page has for a session no longer: a call answered 401, or the socket closed with 4001. */
export const sessionEnded = createAction('session/ended')
