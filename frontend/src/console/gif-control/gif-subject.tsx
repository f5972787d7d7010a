import type { GifView } from '@kla/proto/web'
import { Blurred } from '../clips/blurred.js'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import styles from './gif-control.module.css'

/** A GIF, not shown before it is asked for. */
export const GifSubject = ({ gif }: { gif: GifView }) => (
  <>
    <Blurred key={gif.gif_url} address={gif.gif_url} label="the GIF" />
    <Facts facts={factsOf(gif)} />
    <Section title="Link">
      <p className={styles.link}>{gif.gif_url}</p>
    </Section>
  </>
)

const factsOf = (gif: GifView) =>
  [
    ['Tags', gif.tags.join(', ') || '-'],
    ['Added', <When key="added" at={gif.created_at} />],
    ['Visible', gif.visible],
    ['Broken', gif.broken ? 'Yes: it did not answer when it was last asked' : 'No'],
  ] as const
