export const landing = {
  title: '서가',
};
