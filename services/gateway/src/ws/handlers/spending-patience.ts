/**
 * For commands that ask engine, library and commerce in turn. Clients give up after ten seconds, and have heard by then
 * that they may try again; a pod that hangs costs four of them.
 */
export const SPENDING_PATIENCE = { deadlineMs: 9_000, attemptMs: 4_000 } as const
