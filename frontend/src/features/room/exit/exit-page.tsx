import { Suspense, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Button } from '../../../shared/ui/button.js'
import { WhatHappened } from '../later-parts.js'
import { left, type WayOut } from '../state/room-slice.js'
import { liftBlack } from './blackout.js'
import { ExitTitle } from './exit-title.js'
import { outWords } from './words.js'
import styles from './exit-page.module.css'

/** After the way out. It needs neither the room nor a connection; only the report is a part of its own. */
export function ExitPage({ wayOut }: { wayOut: WayOut }) {
  const dispatch = useDispatch()
  const [reported, setReported] = useState(false)
  const { person } = wayOut
  useEffect(liftBlack, [])
  return (
    <div className={styles.page}>
      {!reported && (
        <>
          <ExitTitle>You are out.</ExitTitle>
          <p className={styles.text} role="status">
            {outWords(wayOut)}
          </p>
        </>
      )}
      {person && (
        <Suspense key={person.id}>
          <WhatHappened person={person} onSent={() => setReported(true)} />
        </Suspense>
      )}
      <div className={styles.back}>
        <Button size="l" onClick={() => dispatch(left())}>
          Back to the lobby
        </Button>
      </div>
    </div>
  )
}
