import { Fragment } from 'react'
import { Link } from 'react-router'
import { useMay } from '../entities/session-api.js'
import { type Names, type Piece, thingWords } from './sentence.js'
import { thingLink } from './words.js'

/** Shows a sentence with links to things that the administrator may open. */
export function Sentence({ pieces, names }: { pieces: readonly Piece[]; names: Names }) {
  const may = useMay()
  return pieces.map((piece, index) => {
    if (typeof piece === 'string') return <Fragment key={index}>{piece}</Fragment>
    const link = thingLink(piece, may)
    const words = thingWords(piece, names)
    const title = piece.kind === 'account' ? `#${piece.id}` : undefined
    return link === null ? (
      <strong key={index} title={title}>
        {words}
      </strong>
    ) : (
      <Link key={index} to={link} title={title}>
        {words}
      </Link>
    )
  })
}
