import { type ComponentProps, createElement, Suspense } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.js'
import { loadAdaptation } from './call/load-adaptation.js'
import { loadDrum } from './call/load-drum.js'

/** Loads within the room, because a reload would end the battle. */
const IN_ROOM = { asBar: true, inRoom: true } as const
const nothing = () => null

export const ReceivedGif = lazyPart(() => import('./stage/received-gif.js'), IN_ROOM)
export const ReportPanel = lazyPart(() => import('./safety/report-panel.js'), IN_ROOM)
export const WhatHappened = lazyPart(() => import('./exit/what-happened.js'), IN_ROOM)
export const SoundMenu = lazyPart(() => import('./controls/sound-menu.js'), IN_ROOM)
export const WatchingBar = lazyPart(() => import('./watching-bar.js'), IN_ROOM)
export const LinkNote = lazyPart(() => import('./stage/link-note.js'), { ...IN_ROOM, waiting: nothing })
export const FinishButton = lazyPart(() => import('./controls/finish-button.js'), { ...IN_ROOM, waiting: nothing })
export const LeaveDialog = lazyPart(() => import('./leaving/leave-dialog.js'), IN_ROOM)
export const FloatButton = lazyPart(() => import('./stage/float-button.js'), { ...IN_ROOM, waiting: nothing })
export const ShownSize = lazyPart(() => import('./stage/shown-size.js'), { ...IN_ROOM, silent: true, waiting: nothing })
export const ShortcutHint = lazyPart(() => import('./controls/shortcut-hint.js'), { ...IN_ROOM, waiting: nothing })
export const Announcer = lazyPart(() => import('./announcer.js'), { ...IN_ROOM, waiting: nothing })
export const MovableCorner = lazyPart(() => import('./stage/movable-corner.js'), { ...IN_ROOM, waiting: nothing })
export const RoomBroken = lazyPart(() => import('./broken/room-broken.js'), IN_ROOM)
export const OwnVerdict = lazyPart(() => import('./stage/own-verdict.js'), { ...IN_ROOM, waiting: nothing })
const importTimerRing = async () => ({ default: (await import('../../entities/stage/timer-ring.js')).TimerRing })
export const TimerRing = lazyPart(importTimerRing, { ...IN_ROOM, waiting: nothing })
export const UnsentMessages = lazyPart(() => import('./chat/unsent-messages.js'), { ...IN_ROOM, waiting: nothing })
export const QuickReplies = lazyPart(() => import('./chat/quick-replies.js'), { ...IN_ROOM, waiting: nothing })
export const AboutVeil = lazyPart(() => import('./reveal/about-veil.js'), { ...IN_ROOM, waiting: nothing })
export const ConnectionEnded = lazyPart(() => import('./connection-ended.js'))
export const UndoBlock = lazyPart(() => import('./exit/undo-block-prompt.js'), { ...IN_ROOM, waiting: nothing })
export const OpponentAway = lazyPart(() => import('./waits/opponent-away.js'), { ...IN_ROOM, waiting: nothing })
const LatePart = lazyPart(() => import('./waits/late.js'), { ...IN_ROOM, waiting: nothing })
export const Late = (props: ComponentProps<typeof LatePart>) =>
  createElement(Suspense, null, createElement(LatePart, props))
export const DeviceDialog = lazyPart(() => import('./controls/device-dialog.js'), IN_ROOM)

/** Parts needed at the next press or phase; rendering reports failures. */
const SOON = [
  ReceivedGif,
  ReportPanel,
  WhatHappened,
  SoundMenu,
  FinishButton,
  LeaveDialog,
  UndoBlock,
  ConnectionEnded,
  OwnVerdict,
  TimerRing,
  RoomBroken,
  UnsentMessages,
  OpponentAway,
]

export const loadLaterParts = (): void =>
  [...SOON.map(({ load }) => load), loadAdaptation, loadDrum].forEach((load) => void load().catch(() => undefined))
