import { useState, type ReactNode } from 'react'
import type { Reported } from '../reporting/reported.js'
import { BlockDialog } from './block-dialog.js'
import { BlockingContext } from './blocking-context.js'

/** Around the whole room, so that the question stays when the stage is drawn anew. */
export function BlockingProvider({ children }: { children: ReactNode }) {
  const [meant, setMeant] = useState<Reported | null>(null)
  return (
    <BlockingContext value={setMeant}>
      {children}
      <BlockDialog about={meant} onClose={() => setMeant(null)} />
    </BlockingContext>
  )
}
