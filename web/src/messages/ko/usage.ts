export const usage = {
  title: '사용량',
};
