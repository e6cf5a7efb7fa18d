/** A thread that checks feeds and dies of something that is not the feed's fault. */
throw new Error('the disk is full');
