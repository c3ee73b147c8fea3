"""The names that users and their papers rely on: they may be added to, never taken away."""

import clfcompare as cc
import pytest
from conftest import named

NAMES = """
binary_measures measure_name confusion Confusion confusion_matrix multiclass_measures multilabel_measures brier_score expected_cost
reject_curve roc_curve pr_curve cost_curve croc_curve expected_performance_curve auc_roc auc_pr partial_auc average_curves
delong_interval hanley_mcneil cortes_mohri auc_multiclass
error_interval err632 err632plus no_information_rate estimate_error
paired_ttest ttest_5x2cv ftest_5x2cv combined_ttest_5x2cv corrected_ttest permutation_test mcnemar disagreements
paired_difference_interval proportion_difference_interval delong_test hanley_mcneil_test cost_difference area_correlation
anova rm_anova corrected_rm_anova cochran_q sign_test wilcoxon
cv_interval auc_cv_interval nested_cv_interval anytime_comparison confidence_sequence test_set_size
heldout_ttest heldout_anova heldout_pairs pseudo_values case_values case_table
average_ranks friedman iman_davenport quade aligned_friedman critical_difference nemenyi bonferroni_dunn mean_rank_ztest conover pairwise
max_t rank_intervals best_set predictions_from_wide results_table
adjust cliques underlines multitest multi2test bradley_terry consensus_ranking
hotelling manova mardia learned_measures multivariate_cliques
bayes_correlated_ttest bayes_heldout_ttest bayes_sign bayes_signed_rank bayes_hierarchical
Experiment Outcome k_fold repeated_k_fold five_by_two leave_one_out monte_carlo bootstrap tuned load_dataset load_results load_survey
scores_from_wide scores_from_folds
RipperClassifier LinearDiscriminantTreeClassifier ProbabilisticNeuralNetworkClassifier RBFNetworkClassifier SignalToNoiseSelector RowSpace
SubsetSelector selection_stability replicability replicability_table batch_pvalues batch_adjust
possible_test_sizes counts_from_percentages mcnemar_range sd_from_pvalue
audit Audit RankingClaim GroupClaim PairClaim OverallClaim
evidence rivals_table choose decision_table
compare Report TestResult PairwiseResult Estimate Ordering Posterior Curve measures_table
skillings_mack rank_bounds missing_bounds clustered_ttest clustered_permutation_test sign_flip_hotelling corrected_hotelling
stratified_ttest stratified_pairs welch_ttest welch_anova games_howell
proportion_difference_test equivalence_size ranks_from_estimates measure_interval
interval_evidence
compare check_answer Report TestResult PairwiseResult Estimate Ordering Posterior Curve
Explorer explore_threshold explore_sampling explore_critical_differences
explore_power explore_winner explore_rope
""".split()


@pytest.mark.parametrize("name", NAMES)
def test_is_there(name):
    assert callable(named(name))
    *space, last = cc.spelled(name).split(".")[1:]
    at = getattr(cc, space[0]) if space else cc
    assert getattr(at, last) is named(name) and last in dir(at)


def test_the_top_has_what_one_can_read_through():
    assert len(dir(cc)) <= 160


@pytest.mark.parametrize("name", sorted(cc._SPACE))
def test_the_short_form_of_a_name_in_a_namespace_warns(name):
    """For one release: the object is the same, and the warning says how it is written now, at the
    place of the call.
    """
    with pytest.warns(
        DeprecationWarning, match=rf"now {cc.spelled(name).replace('cc', 'clfcompare')}"
    ) as told:
        assert getattr(cc, name) is named(name)
    assert told[0].filename == __file__
    assert name not in dir(cc) and name not in cc.__all__


def test_a_namespace_gives_nothing_else():
    assert dir(cc.plots) == sorted(cc._UNDER["plots"]) == cc.plots.__all__
    with pytest.raises(AttributeError, match="'clfcompare.plots' has no attribute 'wilcoxon'"):
        assert cc.plots.wilcoxon
