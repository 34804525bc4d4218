import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** At this width or narrower the menu starts closed and lies over the page. */
const narrow = '(max-width: 900px)';

export function useMenuState() {
  const [isOver, setIsOver] = useState(() => matchMedia(narrow).matches);
  const [opened, setOpened] = useState(!isOver);

  useEffect(() => {
    const media = matchMedia(narrow);
    const follow = () => {
      setIsOver(media.matches);
      setOpened(!media.matches);
    };
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);

  const closeIfOver = () => {
    if (isOver) setOpened(false);
  };
  useHotkeys([['Escape', closeIfOver, { preventDefault: false }]]);

  return { isOver, opened, toggle: () => setOpened((open) => !open), closeIfOver };
}
