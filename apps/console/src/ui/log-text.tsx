import { useState } from 'react'
import { piecesOf, shortPseudonym, showControls } from '../format/log-text.ts'

/** The characters of a field that are shown at first, so that a field of megabytes costs nothing. */
const STEP = 4_000
/**
 * The most characters that are ever shown. Longer text must be copied: a browser takes too long to lay out megabytes.
 */
const MOST = 256_000

/**
 * Untrusted text, shown only as text: in its own direction, with invisible characters made visible, and with pseudonyms
 * and removed secrets marked. `line`: on one line, cut by the row.
 */
export function LogText({ text, line = false }: { readonly text: string; readonly line?: boolean }) {
  const [shown, setShown] = useState(STEP)
  const cut = line ? text.slice(0, 600) : text.slice(0, shown)
  return (
    <>
      <bdi className={line ? 'log-text line' : 'log-text'}>
        {piecesOf(cut).map((piece, i) => {
          if (piece.kind === 'text')
            return (
              <span key={i}>{line ? showControls(piece.text).replaceAll('\n', ' ') : showControls(piece.text)}</span>
            )
          const title =
            piece.kind === 'pseudonym'
              ? `Pseudonym ${piece.text}: the same value always has the same one`
              : 'A secret was removed here'
          return (
            <span key={i} className={piece.kind} title={title}>
              {piece.kind === 'pseudonym' ? shortPseudonym(piece.text) : piece.text}
            </span>
          )
        })}
      </bdi>
      {!line && text.length > shown && shown >= MOST && (
        <span className="hint">
          {' '}
          {(text.length - shown).toLocaleString()} more characters: copy the field to read them.
        </span>
      )}
      {!line && text.length > shown && shown < MOST && (
        <button type="button" className="link" onClick={() => setShown(n => Math.min(n * 4, MOST))}>
          Show more ({(text.length - shown).toLocaleString()} characters left)
        </button>
      )}
    </>
  )
}
