import { Suspense, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { Settling } from '../../../shared/ui/settling.js'
import { EXIT_PAGE } from '../../../texts/room-exit.js'
import { UndoBlock, WhatHappened } from '../later-parts.js'
import { left, type PanicExitState } from '../state/room-slice.js'
import { liftBlack } from './blackout.js'
import styles from './exit-page.module.css'
import { ExitTitle } from './exit-title.js'
import { exitWords } from './words.js'

/** Page after the panic exit; needs neither room nor connection. */
export function ExitPage({ panicExit }: { panicExit: PanicExitState }) {
  const dispatch = useDispatch()
  const [reported, setReported] = useState(false)
  const [undone, setUndone] = useState(false)
  const { person, blocked, atMs } = panicExit
  useEffect(liftBlack, [])
  return (
    <div className={styles.page}>
      {!reported && (
        <>
          <ExitTitle>{EXIT_PAGE.title}</ExitTitle>
          <p className={styles.text} role="status">
            {exitWords(panicExit, undone)}
          </p>
        </>
      )}
      {/* Surplus presses of the exit do nothing here. */}
      <Settling className={styles.settling} data-reported={reported || undefined}>
        {person && blocked && (
          <Suspense key={`block ${person.id}`}>
            <UndoBlock person={person} exitAtMs={atMs} onUndone={() => setUndone(true)} />
          </Suspense>
        )}
        {person && (
          <Suspense key={person.id}>
            <WhatHappened person={person} onSent={() => setReported(true)} />
          </Suspense>
        )}
        <div className={styles.back}>
          <Button size="l" onClick={() => dispatch(left())}>
            {EXIT_PAGE.backToLobby}
          </Button>
        </div>
      </Settling>
    </div>
  )
}
