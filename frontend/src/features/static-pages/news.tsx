import { Page } from './page.js'
import { POSTS } from './posts.js'
import styles from './news.module.css'

// A day is a day everywhere: it is not moved to another time zone.
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' })

export default function News() {
  return (
    <Page title="News">
      {POSTS.map((post) => (
        <article key={post.title} className={styles.post}>
          <h2 className={styles.title}>{post.title}</h2>
          <p className={styles.date}>
            <time dateTime={post.date}>{day.format(new Date(post.date))}</time>
          </p>
          <div className={styles.text} dangerouslySetInnerHTML={{ __html: post.html }} />
        </article>
      ))}
    </Page>
  )
}
