export const docs = {
  title: '문서',
};
